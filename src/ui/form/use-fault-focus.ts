import { useEffect, useRef, useState, type RefObject } from 'react'

const faulty =
  ':is(input, textarea, select)[aria-invalid="true"], [aria-invalid="true"] :is(input, textarea), [data-failure]'

/**
 * Where the keyboard goes when a form was not taken: to the first field that says why, or to the
 * sentence that does (`data-failure`, which can take the focus). The button that was pressed cannot
 * keep it: while it is busy it is disabled.
 */
export const useFaultFocus = (): {
  readonly form: RefObject<HTMLFormElement | null>
  readonly toFault: () => void
} => {
  const form = useRef<HTMLFormElement>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (times > 0) form.current?.querySelector<HTMLElement>(faulty)?.focus()
  }, [times])
  return { form, toFault: () => setTimes((before) => before + 1) }
}

/** The same for a form that is known by its id. */
export const useFaultFocusIn = (formId: string): (() => void) => {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (times > 0) document.getElementById(formId)?.querySelector<HTMLElement>(faulty)?.focus()
  }, [times, formId])
  return () => setTimes((before) => before + 1)
}
