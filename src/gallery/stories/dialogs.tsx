import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  ConfirmDialog,
  CopyButton,
  Dialog,
  MaintenanceDialog,
  Popover,
  Tooltip,
} from '../../ui/feedback'
import { Expander } from '../../ui/layout'
import { Group, StoryPage } from '../Group'
import type { Story } from '../story'

type Open = 'none' | 'confirm' | 'danger' | 'dialog'

function Dialogs() {
  const [open, setOpen] = useState<Open>('none')
  const close = () => setOpen('none')
  return (
    <StoryPage>
      <Group title="Dialogs">
        <Button variant="default" onClick={() => setOpen('dialog')}>
          Open a dialog
        </Button>
        <Button variant="default" onClick={() => setOpen('confirm')}>
          Ask
        </Button>
        <Button color="danger" onClick={() => setOpen('danger')}>
          Ask before deleting
        </Button>
      </Group>
      <Group title="Tooltip: hover 350 ms, focus, touch; Escape closes">
        <Tooltip label="There are no contact details or device registered for this patient.">
          <Button variant="default">Call patient</Button>
        </Tooltip>
      </Group>
      <Group title="Popover and copy">
        <Popover label="Wards: 2 chosen">
          <p>Cedar Ward, Willow Ward</p>
        </Popover>
        <CopyButton value="9434765919" label="Copy NHS number" />
        <CopyButton value="9434765919" label="Copy patient ID" withText />
      </Group>
      <Group title="Expander" look="surface">
        <Expander title="Pre-existing conditions" initiallyOpen>
          COPD, type 2 diabetes
        </Expander>
        <Expander title="Address">12 Mill Lane</Expander>
      </Group>
      <Group title="Buttons">
        <Button>Continue</Button>
        <Button variant="default">Back</Button>
        <Button variant="subtle">Skip</Button>
        <Button disabled>Save</Button>
        <Button loading>Saving</Button>
        <Button color="danger">Remove patient</Button>
        <Button size="sm">Small</Button>
      </Group>
      {open === 'dialog' && (
        <Dialog
          title="Add note"
          onClose={close}
          actions={
            <>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button onClick={close}>Save note</Button>
            </>
          }
        >
          <p>The note will be sent when you are back online. Others cannot see it yet.</p>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          title="Are you sure you want to cancel?"
          confirmLabel="Yes, cancel"
          cancelLabel="No, go back"
          onConfirm={close}
          onCancel={close}
        />
      )}
      {open === 'danger' && (
        <ConfirmDialog
          danger
          title="Remove SMITH, John?"
          confirmLabel="Remove patient"
          onConfirm={close}
          onCancel={close}
        >
          <p>The record stays readable in the archive.</p>
        </ConfirmDialog>
      )}
    </StoryPage>
  )
}

export const dialogsStory: Story = {
  id: 'dialogs',
  title: 'Dialogs, tooltip, buttons',
  render: () => <Dialogs />,
}

export const openDialogStory: Story = {
  id: 'dialog-open',
  title: 'Dialog, open',
  render: () => (
    <ConfirmDialog
      danger
      title="Remove SMITH, John?"
      confirmLabel="Remove patient"
      onConfirm={() => undefined}
      onCancel={() => undefined}
    >
      <p>The record stays readable in the archive.</p>
    </ConfirmDialog>
  ),
}

export const maintenanceStory: Story = {
  id: 'maintenance',
  title: 'Maintenance dialog',
  render: () => (
    <MaintenanceDialog
      title="Planned maintenance"
      message="Lamplight is being updated and will be back at about 22:30. Nothing you wrote is lost."
    />
  ),
}
