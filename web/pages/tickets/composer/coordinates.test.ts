import { expect, test } from 'bun:test'
import { coordinatesIn } from './coordinates'

test.each([
  ['-22.9068, -43.1729', -22.9068, -43.1729],
  ['-22.9068,-43.1729', -22.9068, -43.1729],
  ['-22,9068; -43,1729', -22.9068, -43.1729],
  ['-22,9068 -43,1729', -22.9068, -43.1729],
  ['https://www.google.com/maps?q=-22.9068,-43.1729', -22.9068, -43.1729],
  ['https://maps.google.com/maps?q=-22.9068%2C-43.1729&z=17', -22.9068, -43.1729],
  ['https://www.google.com/maps/place/Loja/@-22.9,-43.1,17z/data=!3m1!4b1!4m6!3m5!8m2!3d-22.9068!4d-43.1729', -22.9068, -43.1729],
  ['https://www.google.com/maps/@-22.9068,-43.1729,15z', -22.9068, -43.1729],
  ['https://www.google.com/maps/search/-22.9068,+-43.1729', -22.9068, -43.1729],
  ['https://www.openstreetmap.org/?mlat=-22.9068&mlon=-43.1729#map=15/-22.9/-43.1', -22.9068, -43.1729],
  ['geo:-22.9068,-43.1729', -22.9068, -43.1729],
])('%s names a place', (text, latitude, longitude) => {
  expect(coordinatesIn(text)).toEqual({ latitude, longitude })
})

test.each(['', 'aqui', '12', '-91, 10', '10, 181', 'https://maps.app.goo.gl/abc', 'https://exemplo.test/%E0%A4%A'])(
  '%p names none',
  text => {
    expect(coordinatesIn(text)).toBeNull()
  },
)
