declare module '*.worklet.js' {
  const address: string
  export default address
}
