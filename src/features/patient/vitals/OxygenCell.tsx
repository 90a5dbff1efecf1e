import { useId } from 'react'
import { readingsTexts } from '../../../texts/readings'
import { Tooltip } from '../../../ui/feedback'
import styles from './cells.module.css'

/**
 * Y or N, as specified (C081, C082). The tooltip tells the flow (P369), or that the flag said it.
 * @param flow null: the check-up did not say
 */
export function OxygenCell({
  mark,
  flow,
}: {
  readonly mark: string
  readonly flow: string | null
}) {
  const { names, units, oxygen, oxygenFlows } = readingsTexts
  const id = useId()
  const told =
    flow === null
      ? oxygen.fromFlag
      : `${names.oxygenFlow} ${oxygenFlows[flow] ?? flow} ${units.oxygenFlow}`
  return (
    <>
      <Tooltip label={told}>
        <button type="button" className={styles['value']} aria-describedby={id}>
          {mark}
        </button>
      </Tooltip>
      <span id={id} hidden>
        {told}
      </span>
    </>
  )
}
