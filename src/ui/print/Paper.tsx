import { useEffect, useLayoutEffect } from 'react'
import { printTexts } from '../../texts/print'
import { useEdition } from '../edition'
import { readNow } from '../time'
import { paperFrame, paperPart, setPaperFrame } from './paper-part'
import { pageRule, paperWords } from './paper-rules'
import styles from './print.module.css'
import { usePrinting } from './use-printing'

/** The rule as a sheet of its own: no style is written into the page. Null: a browser without them. */
const sheetOf = (rule: string): CSSStyleSheet | null => {
  if (!('adoptedStyleSheets' in document)) return null
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rule)
  return sheet
}

/** True where each page has its margins filled; else the first page says it once. */
const fillsMargins = (sheet: CSSStyleSheet | null): boolean => {
  const rule = sheet?.cssRules[0] as (CSSRule & { readonly cssRules?: CSSRuleList }) | undefined
  return (rule?.cssRules?.length ?? 0) > 0
}

/** On paper: organisation, subject, who printed it and when, where the margins cannot say it. */
export function PaperLine() {
  const edition = useEdition()
  const printing = usePrinting()
  const frame = paperFrame()
  if (!printing || frame === null) return null
  const words = paperWords(frame, paperPart(), readNow(), edition)
  if (fillsMargins(sheetOf(pageRule(words, false)))) return null
  return (
    <p data-print="only" className={styles['line']}>
      {[words.organization, words.subject, words.printed].filter((one) => one !== '').join('. ')}
    </p>
  )
}

/**
 * Every page of the portal on paper: organisation, whose it is, who printed it and when, data as
 * of, page x of y. A screen adds its part with `usePaper`.
 */
export function Paper({
  organization,
  user,
  actingUser,
}: {
  readonly organization: string
  /** The name of who is signed in. */
  readonly user: string
  /** Of the member of staff who acts as this user; null: nobody does. */
  readonly actingUser: string | null
}) {
  const edition = useEdition()
  const printedBy = actingUser === null ? user : printTexts(edition).actingAs(actingUser, user)
  useLayoutEffect(() => {
    setPaperFrame({ organization, printedBy })
    return () => setPaperFrame(null)
  }, [organization, printedBy])
  useEffect(() => {
    let sheet: CSSStyleSheet | null = null
    const without = (): void => {
      if (sheet !== null)
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      sheet = null
      delete document.documentElement.dataset['paper']
    }
    const before = (): void => {
      without()
      const part = paperPart()
      const frame = paperFrame()
      if (frame === null) return
      sheet = sheetOf(
        pageRule(paperWords(frame, part, readNow(), edition), part?.landscape === true),
      )
      if (sheet !== null) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      if (part !== null) document.documentElement.dataset['paper'] = 'screen'
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', without)
    return () => {
      without()
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', without)
    }
  }, [edition])
  return <PaperLine />
}
