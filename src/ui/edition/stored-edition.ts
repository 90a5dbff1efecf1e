import { editions, type Edition } from '../../domain/organization/organization'

const key = 'lamplight.edition'

/** The edition chosen on this device; the UK edition where nothing, or nothing known, is stored (P019, P026). */
export const readStoredEdition = (): Edition => {
  try {
    const stored = localStorage.getItem(key)
    return editions.find((edition) => edition === stored) ?? 'en-GB'
  } catch {
    return 'en-GB' // storage may be switched off; the choice then lasts as long as the page
  }
}

export const storeEdition = (edition: Edition): void => {
  try {
    localStorage.setItem(key, edition)
  } catch {
    // as above
  }
}
