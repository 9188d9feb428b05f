declare module '@evan/opus/wasm/simd.wasm' {
  const path: string
  export default path
}
