import { Curve, type KeyPair, proto } from '@whiskeysockets/baileys'

export type NoiseAuthority = {
  /** hex of the root public key, what a client has to trust */
  rootKey: string
  /** key pair of the server, certified by `chain` */
  server: KeyPair
  chain: Uint8Array
}

/** A root of our own, an intermediate signed by it and a leaf for the server, as WhatsApp's chain is made. */
export function makeNoiseAuthority(): NoiseAuthority {
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
