import type { Ciphers } from './ciphers'

/** The codec and the sealer, over ciphers that are fetched at first use. */
export const lazyCiphers = (
  load: () => Promise<Ciphers>,
): Pick<Ciphers, 'seal' | 'open' | 'sealTo' | 'digest' | 'sign'> => ({
  seal: async (...given) => (await load()).seal(...given),
  open: async (...given) => (await load()).open(...given),
  sealTo: async (...given) => (await load()).sealTo(...given),
  digest: async (...given) => (await load()).digest(...given),
  sign: async (...given) => (await load()).sign(...given),
})

let loaded: Promise<Ciphers> | null = null

/** WebCrypto's ciphers with Argon2id, fetched once and not by the sign-in page. */
export const loadCiphers = (): Promise<Ciphers> => {
  const loading = loaded ?? import('./web-ciphers').then(({ webCiphers }) => webCiphers)
  loaded = loading
  // A line that broke meanwhile: the next one that asks tries again.
  loading.catch(() => {
    if (loaded === loading) loaded = null
  })
  return loading
}
