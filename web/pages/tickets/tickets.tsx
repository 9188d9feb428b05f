export default function Tickets() {
  return null
}
