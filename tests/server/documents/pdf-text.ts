import { extractText, getMeta } from 'unpdf'

/** What a reader, or a search, finds in a PDF: the words of each page, with single spaces. */
export async function textOfPdf(bytes: Uint8Array): Promise<readonly string[]> {
  // The reader takes the bytes for itself.
  const { text } = await extractText(Uint8Array.from(bytes), { mergePages: false })
  return text.map((page) => page.replaceAll(/\s+/g, ' '))
}

/** What a PDF says of itself. */
export const aboutPdf = async (bytes: Uint8Array): Promise<Readonly<Record<string, unknown>>> =>
  (await getMeta(Uint8Array.from(bytes))).info as Record<string, unknown>
