import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { may } from '../../../domain/access/may'
import { emergencyAccessTexts } from '../../../texts/emergency-access'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'

const EmergencyReason = lazy(() =>
  import('./EmergencyDialog').then((module) => ({ default: module.EmergencyReason })),
)

/** For a record that is not open to the reader: in an emergency it can be read for a reason. */
export function OpenAnyway({
  patientId,
  offline,
  onOpened,
}: {
  readonly patientId: string
  readonly offline: boolean
  readonly onOpened: () => void
}) {
  const t = emergencyAccessTexts(useEdition()).open
  const principal = usePrincipal()
  const [isAsking, setIsAsking] = useState(false)
  if (principal === null || !may(principal, 'emergency-access.open')) return null
  return (
    <>
      <Button variant="default" disabled={offline} onClick={() => setIsAsking(true)}>
        {t.action}
      </Button>
      {isAsking && (
        <Suspense>
          <EmergencyReason
            patientId={patientId}
            onClose={(opened) => {
              setIsAsking(false)
              if (opened) onOpened()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
