import { expect, test } from 'bun:test'
import { AppError } from '#kernel/errors'
import { sanitizedSvg } from './svg'

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
const svg = (inside: string, more = '') => `<svg ${XMLNS} viewBox="0 0 24 24"${more}>${inside}</svg>`
const cleaned = (source: string | Uint8Array) => {
  const { bytes, ...size } = sanitizedSvg(typeof source === 'string' ? new TextEncoder().encode(source) : source)
  return { text: new TextDecoder().decode(bytes), ...size }
}
const refusal = (source: string | Uint8Array) => {
  try {
    return cleaned(source).text
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

test('a drawing is kept as it is, with its size', () => {
  const drawing =
    '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#f00"/></linearGradient><style>.b &gt; path{fill:url(#a)}</style></defs>' +
    '<g class="b" transform="scale(2)"><path d="M0 0h4v4z" fill="url(#a)"/><use xlink:href="#a"/><text x="1">A &amp; B</text></g>'
  const { text, width, height } = cleaned(svg(drawing))
  expect(text).toContain(drawing)
  expect([width, height]).toEqual([24, 24])
  expect(cleaned(text).text).toBe(text)
})

test('what editors leave behind goes, and the drawing stays', () => {
  const { text, width } = cleaned(
    `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><!-- by hand -->
<svg ${XMLNS} xmlns:inkscape="http://www.inkscape.org" inkscape:version="1" width="32px" height="16px" data-name="x">
<metadata><rdf:RDF>x</rdf:RDF></metadata><sodipodi:namedview id="n"><inkscape:grid/></sodipodi:namedview>
<style><![CDATA[.a>b{fill:red}]]></style><path d="M0 0" inkscape:label="x"/></svg>`,
  )
  expect(text).not.toMatch(/inkscape|sodipodi|rdf|data-name|DOCTYPE|by hand|CDATA/)
  expect(text).toContain('<style>.a&gt;b{fill:red}</style><path d="M0 0"/>')
  expect(width).toBe(32)
})

test('a picture inside is kept when it is one', () => {
  expect(cleaned(svg('<image href="data:image/png;base64,iVBORw0KGgo=" width="1" height="1"/>')).text).toContain('data:image/png')
})

test.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['a script that comes from elsewhere', svg('<script href="https://evil.example/a.js"/>')],
  ['a handler', svg('<path d="M0 0" onclick="alert(1)"/>')],
  ['a handler at the root', svg('', ' onload="alert(1)"')],
  ['a handler in other letters', svg('<path ONLOAD = "alert(1)"/>')],
  ['a handler in what is dropped', svg('<metadata onload="alert(1)"/>')],
  ['HTML', svg('<foreignObject><iframe src="https://evil.example"/></foreignObject>')],
  ['an element of HTML', `<html>${svg('')}</html>`],
  ['a link', svg('<a href="https://evil.example"><path/></a>')],
  ['a use of elsewhere', svg('<use href="https://evil.example/a.svg#x"/>')],
  ['a use of elsewhere by the older name', svg('<use xlink:href="//evil.example/a.svg#x"/>')],
  ['a script as an address', svg('<use href="javascript:alert(1)"/>')],
  ['a picture of elsewhere', svg('<image href="https://evil.example/a.png"/>')],
  ['an SVG in a picture', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>')],
  ['a picture by feImage', svg('<filter><feImage href="https://evil.example/a.png"/></filter>')],
  ['an animation that sets an address', svg('<use href="#a"><set attributeName="href" to="javascript:alert(1)"/></use>')],
  ['an animation', svg('<animate attributeName="href" values="javascript:alert(1)"/>')],
  ['a fill of elsewhere', svg('<path fill="url(https://evil.example/a.svg#x)"/>')],
  ['a fill of elsewhere in a style', svg('<path style="fill:url(  \'https://evil.example/a.svg#x\')"/>')],
  ['a style that imports', svg('<style>@import "https://evil.example/a.css";</style>')],
  ['a font of elsewhere', svg('<style>@font-face{font-family:a;src:url(https://evil.example/a.woff)}</style>')],
  ['a style that hides an address by escapes', svg('<style>a{fill:u\\72l(https://evil.example/a)}</style>')],
  ['an address divided by a comment', svg('<style>a{fill:u<!-- -->rl(https://evil.example/a)}</style>')],
  ['an address divided by CDATA', svg('<style>a{fill:u<![CDATA[rl(]]>https://evil.example/a)}</style>')],
  ['an address written in entities', svg('<path fill="&#117;rl(https://evil.example/a)"/>')],
  ['an image-set', svg('<style>a{fill:image-set("https://evil.example/a" 1x)}</style>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`],
  ['entities that grow', `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`],
  ['an unknown entity', svg('<text>&nbsp;</text>')],
  ['a stylesheet instruction', `<?xml-stylesheet href="https://evil.example/a.css"?>${svg('')}`],
  ['an element that is not closed', `<svg ${XMLNS}><g>`],
  ['elements that cross', svg('<g><path></g></path>')],
  ['an attribute without quotes', svg('<path onclick=alert(1) />')],
  ['two roots', svg('') + svg('')],
  ['text around it', `${svg('')} alert(1)`],
  ['elements without end', svg('<g>'.repeat(500) + '</g>'.repeat(500))],
  [
    'a drawing that draws itself again without end',
    svg(
      `<g id="a0"><path/></g>${Array.from({ length: 9 }, (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`).join('')}`,
    ),
  ],
  ['one that draws what it stands in', svg('<g id="a"><use xlink:href="#a"/></g>')],
  ['another alphabet', new Uint8Array([0xff, 0xfe, 0x3c, 0x00])],
  ['nothing', ''],
])('%s is refused', (_, source) => {
  expect(refusal(source)).toBe('ERR_LOGO_UNSAFE')
})

test('what is drawn again a few times stays', () => {
  expect(refusal(svg(`<g id="a"><path/></g><g id="b">${'<use href="#a"/>'.repeat(50)}</g><use href="#b"/><use href="#none"/>`))).toContain(
    '<use',
  )
})

test.each([
  ['open brackets', svg('<g '.repeat(200_000))],
  ['attributes', svg(`<path${' a="b"'.repeat(100_000)}`)],
  ['blanks', `<svg ${' '.repeat(900_000)}`],
  ['blanks before an address', svg(`<style>a{fill:url(${' '.repeat(900_000)}x)}</style>`)],
  ['letters', svg(`<path ${'a'.repeat(900_000)}`)],
  ['ampersands', svg(`<text>${'&'.repeat(900_000)}</text>`)],
])('a megabyte of %s holds nobody up', (_, source) => {
  expect(refusal(source)).toBe('ERR_LOGO_UNSAFE')
})
