import type { Edition } from '../organization/organization'

/** Words of signs that the US edition spells in another way, or has another word for. */
const american: readonly (readonly [RegExp, string])[] = [
  [/colour/gi, 'color'],
  [/\bdiarrhoea\b/gi, 'diarrhea'],
  [/odour/gi, 'odor'],
  [/oedema\b/gi, 'edema'],
  [/haem(?=\w)/gi, 'hem'],
  [/glycaem/gi, 'glycem'],
  [/\bpaediatric/gi, 'pediatric'],
  [/\bnappies\b/gi, 'diapers'],
  [/\bnappy\b/gi, 'diaper'],
  [/\btummy\b/gi, 'belly'],
  [/\bcarer\b/gi, 'caregiver'],
  [/\badrenaline\b/gi, 'epinephrine'],
  [/\bnebuliser/gi, 'nebulizer'],
  [/\bplasters\b/gi, 'bandages'],
  [/\breliever\b/gi, 'rescue inhaler'],
  [/\bpreventer\b/gi, 'controller inhaler'],
]

/** A British text of a sign in the words of an edition; a capital at the beginning of one stays. */
export const inWordsOf = (text: string, edition: Edition): string =>
  edition === 'en-US'
    ? american.reduce(
        (said, [british, here]) =>
          said.replace(british, (word) =>
            /^[A-Z]/.test(word) ? here.charAt(0).toUpperCase() + here.slice(1) : here,
          ),
        text,
      )
    : text
