import type { EndpointOutput } from '@netward/contract'
import { Alert, Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { ChosenDevice } from './terminal-tab.ts'
import { sentWay, WayFields, type WayValues, wayValues } from './way-fields.tsx'

const read = 'GET /api/v1/device/:deviceId/terminal/access'

/** How to sign in to a device, where it differs from the company's shared sign-ins. */
export function AccessDrawer(props: { device: ChosenDevice; open: boolean; onClose: () => void }) {
  const { device, open } = props
  const access = useApi(read, { deviceId: device.id }, { enabled: open }).data
  return <AccessForm key={access === undefined ? 'unread' : device.id} {...props} access={access} />
}

function AccessForm(props: {
  device: ChosenDevice
  open: boolean
  onClose: () => void
  access: EndpointOutput<typeof read> | undefined
}) {
  const { t } = useTranslation()
  const { device, access } = props
  const act = useAct('PUT /api/v1/device/:deviceId/terminal/access', { errors: 'caller', refresh: [read] })
  const initialValues = useMemo(() => wayValues(access), [access])
  const own = access?.source === 'device'
  return (
    <FormDrawer<WayValues>
      title={t('terminals.accessTitle', { name: device.name })}
      open={props.open && access !== undefined}
      onClose={props.onClose}
      initialValues={initialValues}
      onSubmit={(values) => act.mutateAsync({ deviceId: device.id, ...sentWay(values) })}
    >
      {(form) => (
        <>
          <Alert
            className="terminal-gap"
            type="info"
            title={t(`terminals.source.${access?.source ?? 'none'}`, { name: access?.profileName ?? '' })}
            action={own ? <RemoveOwn device={device} onRemoved={props.onClose} /> : undefined}
          />
          <WayFields
            form={form}
            secretKind={own ? access.secretKind : null}
            secretHint={
              access?.source === 'profile' && access.secretKind !== null
                ? t(`terminals.secretShared.${access.secretKind}`, { name: access.profileName ?? '' })
                : null
            }
          />
          <dl className="terminal-fingerprints">
            <dt>{t('terminals.hostKey')}</dt>
            <dd>{access?.hostKey ?? t('terminals.hostKeyNone')}</dd>
          </dl>
        </>
      )}
    </FormDrawer>
  )
}

function RemoveOwn({ device, onRemoved }: { device: ChosenDevice; onRemoved: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/device/:deviceId/terminal/access', { refresh: [read] })
  const ask = () =>
    void confirm({
      title: t('terminals.removeOwnTitle', { name: device.name }),
      text: t('terminals.removeOwnText'),
      action: t('terminals.removeOwn'),
      act: async () => {
        await remove.mutateAsync({ deviceId: device.id })
        notify.success(t('terminals.removedOwn'))
        onRemoved()
      },
    })
  return (
    <Button size="small" danger onClick={ask}>
      {t('terminals.removeOwn')}
    </Button>
  )
}
