import type { EndpointOutput } from '@netward/contract'
import { Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'

const list = 'POST /api/v1/device/pre-registration/conflicts/lists'
type Conflict = EndpointOutput<typeof list>['items'][number]

const shown = { page: 1, pageSize: 100 } as const

/** How many registrations of different tenants may refer to the same gateway: platform only. */
export function useConflicts(enabled: boolean): { count: number; capped: boolean } {
  const { data } = useApi(list, shown, { enabled })
  return { count: data?.total ?? 0, capped: data?.totalCapped ?? false }
}

export function ConflictsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      title={t('devices.pre.conflicts')}
      open={open}
      onClose={onClose}
      size={640}
      className="form-drawer"
      destroyOnHidden
    >
      <p className="device-plain device-quiet">{t('devices.pre.conflictsHint')}</p>
      <Conflicts />
    </Drawer>
  )
}

function Conflicts() {
  const { t } = useTranslation()
  const conflicts = useApi(list, shown)
  const keep = useKeep()
  if (conflicts.error !== null && conflicts.data === undefined) {
    return <ErrorState error={conflicts.error} onRetry={() => void conflicts.refetch()} />
  }
  if (conflicts.data === undefined) return <LoadingState rows={5} />
  if (conflicts.data.items.length === 0) return <EmptyState title={t('devices.pre.conflictsNone')} />
  return (
    <>
      {bySerial(conflicts.data.items).map(([serialNumber, registrations]) => (
        <section className="conflict" key={serialNumber}>
          <h2>
            <CopyText text={serialNumber} />
          </h2>
          <ul className="claim-list">
            {registrations.map((one) => (
              <Registration key={one.id} registration={one} onKeep={() => keep(one)} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Registration({ registration, onKeep }: { registration: Conflict; onKeep: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { companyName, oui, productClass, modelName, hasLabelSecret, createdAt } = registration
  const details = [oui, productClass, modelName, hasLabelSecret ? t('devices.pre.labelSecret') : null]
  return (
    <li className="conflict-row">
      <span>
        {companyName}
        <small className="device-quiet">
          {[...details.filter((part) => part !== null), format.dateTime(createdAt)].join(' · ')}
        </small>
      </span>
      <Button size="small" aria-label={`${t('devices.pre.conflictKeep')} ${companyName}`} onClick={onKeep}>
        {t('devices.pre.conflictKeep')}
      </Button>
    </li>
  )
}

function useKeep(): (registration: Conflict) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutateAsync } = useAct('POST /api/v1/device/pre-registration/:preRegistrationId/settle', {
    refresh: [list, 'POST /api/v1/device/pre-registration/lists', 'POST /api/v1/device/pool/lists'],
  })
  return ({ id, serialNumber, companyName }) => {
    void confirm({
      title: t('devices.pre.conflictKeepTitle', { serial: serialNumber, company: companyName }),
      text: t('devices.pre.conflictKeepText'),
      action: t('devices.pre.conflictKeep'),
      act: async () => {
        const { ended } = await mutateAsync({ preRegistrationId: id })
        notify.success(t('devices.pre.conflictKept', { count: ended }))
      },
    })
  }
}

/** In response order: by serial number. */
function bySerial(items: readonly Conflict[]): [string, Conflict[]][] {
  const groups = new Map<string, Conflict[]>()
  for (const item of items) groups.set(item.serialNumber, [...(groups.get(item.serialNumber) ?? []), item])
  return [...groups]
}
