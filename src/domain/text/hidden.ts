import type { z } from 'zod'

/** Characters that nobody sees and that turn what stands beside them: LRM, RLM, ALM, embeddings, isolates. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Scripts whose letters are written in another form with a joiner (ZWJ) or a non-joiner (ZWNJ). */
const joining = [
  ...['Arab', 'Syrc', 'Mand', 'Mong', 'Nkoo', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml'],
  ...['Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Mtei', 'Cakm'],
]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
const looseJoiner = new RegExp(
  `(?:^|[^${joining}])[\u200c\u200d]|[\u200c\u200d](?:$|[^${joining}])`,
  'u',
)

/** What of a name cannot be seen and makes it another one than it looks. */
export type HiddenFault = 'direction' | 'joiner'

/** Null: nothing is hidden in it, but joiners between letters that use them. */
export const hiddenFault = (text: string): HiddenFault | null =>
  direction.test(text) ? 'direction' : looseJoiner.test(text) ? 'joiner' : null

/** What is said of it at a field. */
const messages: Readonly<Record<HiddenFault, string>> = {
  direction:
    'Contains a hidden character that changes the direction of text: clear the field, and enter it again',
  joiner:
    'Contains a hidden joiner, which the letters beside it do not use: clear the field, and enter it again',
}

/** Refuses a text with hidden characters, for `superRefine`. */
export const refuseHidden = (text: string, context: z.RefinementCtx): void => {
  const fault = hiddenFault(text)
  if (fault !== null) context.addIssue({ code: 'custom', message: messages[fault] })
}
