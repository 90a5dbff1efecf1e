import { fileIdOf } from '../../domain/checkup/checkup-file'
import type { CheckupFile } from '../../data/checkup'
import type { Answer } from '../../engine/react'

/** What can be shown of a file that a check-up names. */
export type ShownFile =
  /** It can be read there, for a while. */
  | { readonly kind: 'here'; readonly address: string }
  /** Its address is being asked for. */
  | { readonly kind: 'asked' }
  /** It is not of this server: nothing is loaded from elsewhere. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'offline' }
  /** The server has no such file. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed' }

/** What can be shown of a file, by the last answer about the check-up's files. */
export const shownFile = (
  url: string,
  {
    value,
    problem,
    offline,
  }: Pick<Answer<readonly CheckupFile[]>, 'value' | 'problem' | 'offline'>,
): ShownFile => {
  if (fileIdOf(url) === null) return { kind: 'elsewhere' }
  const found = value?.find((file) => file.url === url)
  if (found !== undefined) return { kind: 'here', address: found.address }
  if (value !== null) return { kind: 'gone' }
  if (offline) return { kind: 'offline' }
  return { kind: problem === null ? 'asked' : 'failed' }
}
