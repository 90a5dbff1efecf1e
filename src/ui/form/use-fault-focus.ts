import { useEffect, useRef, useState, type RefObject } from 'react'

const faulty =
  ':is(input, textarea, select)[aria-invalid="true"], [aria-invalid="true"] :is(input, textarea), [data-failure]'

/**
 * The focus after a refused form: the first faulty field, or the failure text (`data-failure`). The
 * pressed button was disabled and cannot keep it.
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
