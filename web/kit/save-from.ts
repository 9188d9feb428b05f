/** The browser writes a file to the disk as it comes, however large it is. */
export function saveFrom(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
