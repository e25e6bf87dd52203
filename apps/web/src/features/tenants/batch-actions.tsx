import { mspTrialExtensionDays } from '@netward/contract/states/company'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { dayIn, endOfDay } from '../../lib/wall-clock.ts'
import { useBatchResult } from '../../ui/batch-result.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { Selection } from '../../ui/list-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { PackageField } from './package-field.tsx'
import { EndField, EndNotice } from './end-drawer.tsx'
import { isReasonMove, ReasonField } from './reason-drawer.tsx'
import { afterMoveReads, moveCodes, needsEnd, type Tenant, useRefusalOf } from './tenant.ts'

const offered = ['freeze', 'thaw', 'convert', 'extend', 'deactivate', 'reactivate'] as const
type BatchMove = (typeof offered)[number]

/** The same action for the chosen tenants; lists the refused ones with reasons. */
export function BatchActions({ selection }: { selection: Selection<Tenant> }) {
  const { t } = useTranslation()
  const refusalOf = useRefusalOf()
  const [move, setMove] = useState<BatchMove | null>(null)
  /** Why it is possible for none of them: the first one's reason. */
  const whyNone = (key: BatchMove) => {
    const refusals = selection.rows.map((tenant) => refusalOf(key, tenant))
    const [first] = refusals
    return first === undefined || first === null || refusals.includes(null) ? null : first
  }
  return (
    <>
      {offered.map((key) => {
        const why = whyNone(key)
        return (
          <Permission key={key} codes={[moveCodes[key]]}>
            <Tooltip title={why !== null && t(`tenants.refusal.${why}`)}>
              <Button
                danger={(key === 'freeze' || key === 'deactivate') && why === null}
                disabled={why !== null}
                onClick={() => setMove(key)}
              >
                {t(`tenants.${key}`)}
              </Button>
            </Tooltip>
          </Permission>
        )
      })}
      {move !== null && <BatchDrawer move={move} selection={selection} onClose={() => setMove(null)} />}
    </>
  )
}

interface Values {
  reason: string
  packageId: string | undefined
  until: string
}

function BatchDrawer(props: { move: BatchMove; selection: Selection<Tenant>; onClose: () => void }) {
  const { t } = useTranslation()
  const { move, selection } = props
  const run = useBatch()
  const mayExtend = useMay(moveCodes.extend)
  const title = t(`tenants.batchTitle.${move}`, { count: selection.ids.length })
  const over = mayExtend ? selection.rows.filter((tenant) => needsEnd(move, tenant)).length : 0
  const limited = selection.rows.some(({ trialExtensionDays }) => trialExtensionDays !== null)
  const asksReason = isReasonMove(move) || move === 'extend'
  return (
    <FormDrawer<Values>
      title={title}
      open
      onClose={props.onClose}
      initialValues={{
        reason: '',
        packageId: undefined,
        until: move === 'extend' ? dayIn(limited ? 14 : 15) : '',
      }}
      submitText={t(`tenants.${move}`)}
      savedText={false}
      danger={move === 'freeze' || move === 'deactivate'}
      onSubmit={async (values) => {
        await run(move, title, selection.ids, values)
        selection.clear()
      }}
    >
      <p>{t(`tenants.${move}Means`)}</p>
      <Names rows={selection.rows} />
      {over > 0 && <EndNotice text={t('tenants.endNeededSome', { count: over })} />}
      {move === 'convert' && <PackageField required withoutTrial enabled />}
      {limited && (move === 'extend' || over > 0) && (
        <EndNotice text={t('tenants.trialExtensionLimit', { days: mspTrialExtensionDays })} />
      )}
      {(move === 'convert' || move === 'extend' || over > 0) && <EndField needed={move !== 'convert'} />}
      {asksReason && <ReasonField required={move !== 'extend'} />}
    </FormDrawer>
  )
}

const shownNames = 12

function Names({ rows }: { rows: readonly Tenant[] }) {
  const { t } = useTranslation()
  return (
    <ul className="tenant-names">
      {rows.slice(0, shownNames).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {rows.length > shownNames && <li>{t('common.andMore', { count: rows.length - shownNames })}</li>}
    </ul>
  )
}

function useBatch() {
  const { t } = useTranslation()
  const show = useBatchResult()
  const options = { refresh: afterMoveReads, errors: 'caller' } as const
  const freeze = useAct('POST /api/v1/auth/tenant/batch/freeze', options)
  const thaw = useAct('POST /api/v1/auth/tenant/batch/thaw', options)
  const deactivate = useAct('POST /api/v1/auth/tenant/batch/deactivate', options)
  const reactivate = useAct('POST /api/v1/auth/tenant/batch/reactivate', options)
  const convert = useAct('POST /api/v1/auth/tenant/batch/convert', options)
  const extend = useAct('POST /api/v1/auth/tenant/batch/extend', options)
  const act = (
    move: BatchMove,
    ids: readonly string[],
    { reason, packageId, until = '' }: Partial<Values>,
  ) => {
    const companyIds = [...ids]
    const end = until === '' ? {} : { until: endOfDay(until) }
    switch (move) {
      case 'freeze':
        return freeze.mutateAsync({ companyIds, reason: reason ?? '' })
      case 'thaw':
        return thaw.mutateAsync({ companyIds, ...end })
      case 'deactivate':
        return deactivate.mutateAsync({ companyIds, reason: reason ?? '' })
      case 'reactivate':
        return reactivate.mutateAsync({ companyIds, ...end, reason: reason ?? '' })
      case 'convert':
        return convert.mutateAsync({
          companyIds,
          ...(packageId !== undefined && { packageId }),
          ...(until !== '' && { contractEndsAt: endOfDay(until) }),
        })
      case 'extend':
        return extend.mutateAsync({ companyIds, until: endOfDay(until), reason })
    }
  }
  return async (move: BatchMove, title: string, ids: readonly string[], values: Values) => {
    try {
      const { accepted } = await act(move, ids, values)
      notify.success(t('tenants.batchDone', { count: accepted }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.failed.length === 0) throw error
      error.reported = true
      const { data } = error
      const accepted =
        typeof data === 'object' && data !== null && 'accepted' in data ? Number(data.accepted) : 0
      show(title, accepted, error.failed)
    }
  }
}
