// A file that is dropped where nothing takes it would be opened in the place of the application.
const refuse = (event: DragEvent) => {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
addEventListener('dragover', refuse)
addEventListener('drop', refuse)
