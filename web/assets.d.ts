// Each of these imports gives the address of a file of its own: build/scripts.ts.
declare module '*.worklet.js' {
  const address: string
  export default address
}
declare module 'script:*' {
  const address: string
  export default address
}
declare module '*.css' {
  const address: string
  export default address
}
declare module 'wasm-media-encoders/wasm/mp3' {
  const address: string
  export default address
}
