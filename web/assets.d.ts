declare module '*.worklet.js' {
  const address: string
  export default address
}
declare module 'wasm-media-encoders/wasm/mp3' {
  const address: string
  export default address
}
