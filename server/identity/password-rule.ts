import { commonPasswords } from './common-passwords'
import { IdentityError } from './errors'

const fewestCharacters = 12
const mostCharacters = 256
/** A common password or a name counts with so many characters, and spoils one that has fewer beside. */
const shortestWord = 4
const fewestBeside = 6
const longestCommon = Math.max(...[...commonPasswords].map(({ length }) => length))

/** Long enough, and in lists of stolen passwords further down than the ten thousandth. */
const alsoKnown: ReadonlySet<string> = new Set([
  'correcthorsebatterystaple',
  'changemechangeme',
  'unbelievable',
  'administrator',
])

/** The password as it is read by who guesses it: `p4ssw0rd` is `password`. */
const readings = (folded: string): readonly string[] => {
  const plain = folded.replace(/[0345789@$]/gu, (sign) => signs[sign] ?? sign)
  return [folded, plain.replaceAll('1', 'l'), plain.replaceAll('1', 'i')]
}
const signs: Readonly<Record<string, string>> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
}

/** Years, 1234, and one sign again and again add as little as one sign. */
const weightOf = (rest: string): number =>
  [
    ...rest
      .replace(/(?:19|20)\d\d/gu, '')
      .replace(/0?123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?/gu, ''),
  ].filter((sign, at, signs) => sign !== signs[at - 1]).length

const isLittleBeside = (password: string, word: string): boolean =>
  password.includes(word) && weightOf(password.replaceAll(word, '')) < fewestBeside

/** The same of several words, longest first. */
const isLittleBesideAll = (password: string, words: readonly string[]): boolean => {
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), password)
  return rest.length < password.length && weightOf(rest) < fewestBeside
}

/** What the field and every ward are called: no name of somebody's own. */
const ofTheField = ['lamplight', 'nhs', 'trust', 'hospital', 'virtual', 'ward', 'clinic']

/** True where nearly all of it is one common password, once or again and again. */
const isCommon = (password: string): boolean => {
  for (let from = 0; from <= password.length - shortestWord; from += 1) {
    const longest = Math.min(longestCommon, password.length - from)
    for (let length = shortestWord; length <= longest; length += 1) {
      const word = password.slice(from, from + length)
      if (commonPasswords.has(word) && isLittleBeside(password, word)) return true
    }
  }
  return false
}

/** The words of names that a password is not to be made of. */
const wordsOf = (names: readonly string[]): readonly string[] => {
  const folded = names.map((name) => name.normalize('NFKC').toLowerCase())
  return [
    ...new Set([
      ...folded.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)),
      ...folded.map((name) => name.replace(/[^\p{L}\p{N}]+/gu, '')),
    ]),
  ].filter((word) => word.length >= shortestWord)
}

/**
 * NIST SP 800-63B: 12 to 256 characters, none of the 10,000 commonest nor nearly one, not one
 * repeated character, not the names of service, organisation and user, not the address.
 * @param names of the user and the organisations
 * @throws IdentityError WEAK_PASSWORD with a sentence for the user
 */
export const requireGoodPassword = (
  password: string,
  email: string,
  names: readonly string[] = [],
): void => {
  const refuse = (sentence: string): never => {
    throw new IdentityError('WEAK_PASSWORD', sentence)
  }
  const folded = password.normalize('NFKC').toLowerCase()
  if ([...folded].length < fewestCharacters) refuse('Password must be at least 12 characters long')
  if (password.length > mostCharacters) refuse('Password must be at most 256 characters long')
  const read = readings(folded)
  const name = email.split('@')[0] ?? ''
  const ofAddress = [email, ...(name.length >= fewestBeside ? [name] : [])]
  if (ofAddress.some((word) => isLittleBeside(folded, word)))
    refuse('Password must not be made of the e-mail address')
  const words = [...new Set([...wordsOf(names), ...ofTheField])]
  if (read.some((one) => isLittleBesideAll(one, words)))
    refuse('Password must not be made of a name')
  if (new Set(folded).size < 4 || read.some((one) => alsoKnown.has(one) || isCommon(one)))
    refuse('Password is too easy to guess')
}
