/** A mail's text in pieces. Only our own addresses become links. */
export type MailPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string }

/** Splits at http and https addresses; a full stop or bracket behind one is not part of it. */
export const mailPieces = (body: string): readonly MailPiece[] =>
  body
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/g)
    .filter((part) => part !== '')
    .map((part) =>
      /^https?:\/\//.test(part) ? { kind: 'link', href: part } : { kind: 'text', text: part },
    )
