import { useId } from 'react'
import { readingsTexts } from '../../../texts/readings'
import { Tooltip } from '../../../ui/feedback'
import styles from './cells.module.css'

/**
 * Y or N, as specified (C081, C082), and no word more; focused, pressed or pointed at it tells the
 * flow (P369), which is its description too.
 */
export function OxygenCell({ mark, flow }: { readonly mark: string; readonly flow: string }) {
  const { names, units, oxygenFlows } = readingsTexts
  const id = useId()
  const told = `${names.oxygenFlow} ${oxygenFlows[flow] ?? flow} ${units.oxygenFlow}`
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
