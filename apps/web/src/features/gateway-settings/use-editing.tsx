import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type Instance, type Section, type Settings, wordOf } from './setting.ts'
import type { Opened } from './setting-drawer.tsx'
import { useSendChange } from './use-setting-change.tsx'

/** Which drawer is open, with its typed values: a refused change is resumed with them. */
export function useEditing(deviceId: string, settings: Settings) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const send = useSendChange(deviceId)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<{ commandId: string; opened: Opened } | null>(null)
  const show = (what: Opened) => {
    setOpened(what)
    setOpen(true)
  }

  const again = () => {
    const { change } = settings
    if (change === null) return null
    if (typed !== null && typed.commandId === change.commandId) return () => show(typed.opened)
    // Typed by another user or in another visit: the form shows the gateway's values and its refusals.
    const asked = change.asked.find(({ act }) => act === 'set')
    const section = settings.sections.find((one) => one.section === asked?.section)
    const instance = section?.instances.find((one) => one.instance === asked?.instance)
    if (section === undefined || instance === undefined) return null
    return () => show({ target: { section: section.section, instance }, add: null, draft: null })
  }

  const remove = ({ section }: Section, instance: Instance) => {
    void confirm({
      title: t('gatewaySettings.removeTitle', {
        label: instance.label === '' ? instance.instance : instance.label,
      }),
      text: (
        <>
          <p className="device-plain">{t(`gatewaySettings.removeText.${wordOf(section)}`)}</p>
          <p className="device-plain mono parameter-text">{instance.instance}</p>
        </>
      ),
      action: t('gatewaySettings.remove'),
      act: async () => {
        await send({ remove: { section, instance: instance.instance }, confirmed: true })
        notify.success(t('gatewaySettings.queued'))
      },
    })
  }

  return {
    opened,
    open,
    again: again(),
    remove,
    edit: ({ section, add }: Section, instance: Instance | null) =>
      show({ target: { section, instance }, add: instance === null ? add : null, draft: null }),
    close: () => setOpen(false),
    sent: (commandId: string, what: Opened) => setTyped({ commandId, opened: what }),
  }
}
