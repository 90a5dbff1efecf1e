import { useLayoutEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { PaperLine } from './Paper'
import styles from './print.module.css'
import { usePrinting } from './use-printing'

function Sheet({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.dataset['printing'] = 'sheet'
    return () => {
      delete document.documentElement.dataset['printing']
    }
  }, [])
  return createPortal(
    <div data-print-sheet className={styles['sheet']}>
      <PaperLine />
      {children}
    </div>,
    document.body,
  )
}

/** What is printed in the place of the screen; only in the document while it is printed. */
export function PrintedSheet({ children }: { readonly children: () => ReactNode }) {
  return usePrinting() ? <Sheet>{children()}</Sheet> : null
}
