/** Forms of address: nobody is called by one alone. */
const ADDRESS = /^(seu|dona|sr|sra|srta|dr|dra|prof|profa|don|doña|mr|mrs|ms|miss)\.?$/i

/** What somebody is called by: the first word of a name, with the one after it where that is "Seu", "Dona", "Dr." … */
export function firstNameOf(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/)
  return second && ADDRESS.test(first) ? `${first} ${second}` : first
}
