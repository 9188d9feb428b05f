// In a window of development: a new style takes the place of the old one, a new script loads the page anew.
const { scripts } = document.currentScript.dataset
new EventSource('/@dev/events').onmessage = ({ data }) => {
  const news = JSON.parse(data)
  if (news.scripts !== scripts) return location.reload()
  const shown = [...document.querySelectorAll('link[rel="stylesheet"]')].at(-1)
  if (shown.getAttribute('href') === news.style) return
  const link = shown.cloneNode()
  link.onload = () => shown.remove()
  link.href = news.style
  shown.after(link)
}
