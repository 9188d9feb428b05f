/** The picture as JPEG of quality 0.7, or the file itself when that is smaller or when it cannot be drawn. */
export async function compressImage(file: File): Promise<File> {
  if (!/^image\/(jpeg|png|webp)$/.test(file.type)) return file
  try {
    const picture = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const drawing = canvas.getContext('2d')!
    // What lets light through would be black in a JPEG.
    drawing.fillStyle = '#fff'
    drawing.fillRect(0, 0, picture.width, picture.height)
    drawing.drawImage(picture, 0, 0)
    picture.close()
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 })
    if (blob.size >= file.size) return file
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    return file
  }
}
