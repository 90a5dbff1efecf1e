import { useId, useState, type ReactNode } from 'react'
import { IconDown, IconRight } from './icons'
import styles from './Expander.module.css'

export interface ExpanderProps {
  readonly title: ReactNode
  readonly children: ReactNode
  readonly initiallyOpen?: boolean
}

/** A heading that shows and hides what is under it. */
export function Expander({ title, children, initiallyOpen = false }: ExpanderProps) {
  const id = useId()
  const [open, setOpen] = useState(initiallyOpen)
  return (
    <section className={styles['expander']}>
      <h3 className={styles['heading']}>
        <button
          type="button"
          className={styles['button']}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((was) => !was)}
        >
          {open ? <IconDown /> : <IconRight />}
          {title}
        </button>
      </h3>
      <div id={id} hidden={!open} className={styles['body']}>
        {children}
      </div>
    </section>
  )
}
