import { Curve, type KeyPair, proto } from '@whiskeysockets/baileys'

export type NoiseAuthority = {
  /** Root public key in hex, which a client has to trust. */
  rootKey: string
  /** Key pair of the server, certified by `chain`. */
  server: KeyPair
  chain: Uint8Array
}

/** A certificate chain like WhatsApp's: a root of the sandbox's own, an intermediate signed by it, and a leaf for the server. */
export function noiseAuthority(): NoiseAuthority {
  const root = Curve.generateKeyPair()
  const intermediate = Curve.generateKeyPair()
  const server = Curve.generateKeyPair()
  const certify = (issuer: KeyPair, serial: number, issuerSerial: number, key: Uint8Array) => {
    const details = proto.CertChain.NoiseCertificate.Details.encode({ serial, issuerSerial, key }).finish()
    return { details, signature: Curve.sign(issuer.private, details) }
  }
  const chain = proto.CertChain.encode({
    intermediate: certify(root, 1, 0, intermediate.public),
    leaf: certify(intermediate, 2, 1, server.public),
  }).finish()
  return { rootKey: Buffer.from(root.public).toString('hex'), server, chain }
}
