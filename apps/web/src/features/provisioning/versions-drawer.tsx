import { isAllowed } from '@netward/contract/approval-values'
import { Button, Drawer, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { ApprovalPanel } from '../../ui/approval/approval-panel.tsx'
import { OrderSelect, useMayNameOrder } from '../../ui/order-select.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { LoadingState, PendingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { BeforeApplying } from './before-applying.tsx'
import { RemovedObjects } from './removed-objects.tsx'
import { PreviewAll } from './preview-all.tsx'
import { RolloutDrawer } from './rollout-drawer.tsx'
import { RolloutPanel } from './rollout-panel.tsx'
import { settingLine } from './setting.ts'
import { OrphanedSettings } from './orphaned-settings.tsx'
import {
  afterChange,
  changesBetween,
  factOf,
  inNames,
  linesOf,
  rolloutDetail,
  templateDetail,
  type ShownTemplate,
} from './template.ts'
import { TemplatePreview } from './template-preview.tsx'
import './provisioning.css'

/** The versions of a template: their changes, their effect, and applying them. */
export function VersionsDrawer({
  template,
  onClose,
}: {
  template: ShownTemplate | null
  onClose: () => void
}) {
  const { companyId } = useCompanyScope()
  const read = useApi(templateDetail, { templateId: template?.id ?? '' }, { enabled: template !== null }).data
  const owner = read !== undefined && read.companyId !== companyId ? ` · ${read.companyName}` : ''
  return (
    <Drawer
      title={`${read?.name ?? template?.name ?? ''}${owner}`}
      open={template !== null}
      onClose={onClose}
      size={640}
      destroyOnHidden
    >
      {template !== null && <Versions key={template.id} templateId={template.id} />}
    </Drawer>
  )
}

function Versions({ templateId }: { templateId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const [chosen, setChosen] = useState<number | undefined>()
  const read = useApi(
    templateDetail,
    { templateId, ...(chosen !== undefined && { version: chosen }) },
    { keepPrevious: true },
  )
  const apply = useAct('POST /api/v1/device/template/:templateId/apply', { refresh: afterChange })
  const askFor = useAct('POST /api/v1/device/template/:templateId/approval', {
    refresh: afterChange,
    errors: 'caller',
  })
  const mayEdit = useMay('DMS_SERVER_DEVICE_TEMPLATE_EDIT')
  const mayNameOrder = useMayNameOrder()
  useLiveReads(templateDetail, ['template.changed', 'approval.changed'])
  const [trying, setTrying] = useState(false)
  const rollout = useApi(rolloutDetail, { templateId }, { refetchInterval: 5_000 }).data?.rollout
  const open = rollout?.state === 'trying' || rollout?.state === 'stopped'
  const template = read.data
  if (template === undefined) {
    return <PendingState read={read} />
  }
  const { number } = template.version
  const held = open || !isAllowed(template.approval)
  const isApplied = template.appliedVersion === number
  const previous =
    template.appliedVersion === null
      ? undefined
      : template.versions.find((one) => one.number < (template.appliedVersion ?? 0))?.number
  const ask = (version: number) => {
    let orderId: string | undefined
    void confirm({
      title: t('provisioning.applyQuestion', { name: template.name, number: version }),
      text: (
        <>
          <BeforeApplying templateId={templateId} version={version} />
          {mayNameOrder && (
            <label>
              {t('orders.forOrder')}
              <OrderSelect
                enabled
                className="provisioning-order"
                onChange={(chosenId: string | undefined) => {
                  orderId = chosenId
                }}
              />
            </label>
          )}
        </>
      ),
      action: t('provisioning.apply'),
      danger: false,
      act: async () => {
        await apply.mutateAsync({ templateId, version, ...(orderId !== undefined && { orderId }) })
        notify.success(t('provisioning.applied_done'))
      },
    })
  }
  const askPrevious = (version: number) => {
    setChosen(version)
    ask(version)
  }
  return (
    <div className="provisioning-versions">
      <div className="provisioning-bar">
        <Select
          aria-label={t('provisioning.versions.title')}
          value={number}
          onChange={setChosen}
          options={template.versions.map((one) => ({
            value: one.number,
            label: `${t('provisioning.version', { number: one.number })} · ${t('provisioning.versions.by', {
              name: one.createdByName,
              at: format.dateTime(one.createdAt),
            })}`,
          }))}
        />
        {isApplied && <StatusTag tone="ok">{t('provisioning.versions.applied')}</StatusTag>}
        <Permission codes={['DMS_SERVER_DEVICE_TEMPLATE_EDIT']}>
          {!isApplied && (
            <Button disabled={held} onClick={() => setTrying(true)}>
              {t('provisioning.versions.tryFirst')}
            </Button>
          )}
          <Button type={isApplied ? 'default' : 'primary'} disabled={held} onClick={() => ask(number)}>
            {t(isApplied ? 'provisioning.versions.applyAgain' : 'provisioning.versions.applyThis')}
          </Button>
          {previous !== undefined && (
            <Button disabled={open} onClick={() => askPrevious(previous)}>
              {t('provisioning.versions.reapplyPrevious')}
            </Button>
          )}
        </Permission>
      </div>
      <ApprovalPanel
        approval={template.approvalAsked}
        standing={template.approval}
        {...(mayEdit && {
          onAsk: (note: string) => askFor.mutateAsync({ templateId, version: number, note }),
        })}
      />
      {rollout && open && <RolloutPanel templateId={templateId} rollout={rollout} />}
      <h3>{t('provisioning.preview.title')}</h3>
      {/* At once for gateways of one's own; those below, and what is too many, are counted by a job. */}
      {template.version.selector.below ? (
        <PreviewAll templateId={templateId} version={number} />
      ) : (
        <TemplatePreview key={number} templateId={templateId} version={number} />
      )}
      <RemovedObjects templateId={templateId} version={number} />
      <OrphanedSettings templateId={templateId} version={number} />
      <RolloutDrawer
        templateId={templateId}
        version={number}
        open={trying}
        onClose={() => setTrying(false)}
      />
      <Changes templateId={templateId} version={number} after={linesIn(t, template)} />
    </div>
  )
}

const linesIn = (t: TFunction, template: Parameters<typeof inNames>[0]) =>
  linesOf(inNames(template), factOf(t), (setting) => settingLine(t, setting))

function Changes(props: { templateId: string; version: number; after: readonly string[] }) {
  const { t } = useTranslation()
  const { templateId, version, after } = props
  const before = useApi(templateDetail, { templateId, version: version - 1 }, { enabled: version > 1 }).data
  if (version > 1 && before === undefined) return <LoadingState />
  const { removed, added } = changesBetween(before === undefined ? [] : linesIn(t, before), after)
  return (
    <section>
      <h3>{version > 1 ? t('provisioning.versions.compare') : t('provisioning.above.says')}</h3>
      {removed.length + added.length === 0 && <p>{t('provisioning.versions.same')}</p>}
      <ul className="provisioning-changes mono">
        {removed.map((line) => (
          <li key={`-${line}`} data-change="removed">
            <del aria-label={t('provisioning.versions.before')}>{line}</del>
          </li>
        ))}
        {added.map((line) => (
          <li key={`+${line}`} data-change="added">
            <ins aria-label={t('provisioning.versions.after')}>{line}</ins>
          </li>
        ))}
      </ul>
    </section>
  )
}
