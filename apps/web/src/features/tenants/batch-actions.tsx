import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-errors.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useBatchResult } from '../../ui/batch-result.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { Selection } from '../../ui/list-page.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EndField } from './end-drawer.tsx'
import { ReasonField } from './reason-drawer.tsx'
import { afterMoveReads, dayIn, endOfDay, type Tenant } from './tenant.ts'

type BatchMove = 'freeze' | 'thaw' | 'convert' | 'extend'
const offered: readonly (readonly [BatchMove, 'FREEZE' | 'CONVERT'])[] = [
  ['freeze', 'FREEZE'],
  ['thaw', 'FREEZE'],
  ['convert', 'CONVERT'],
  ['extend', 'CONVERT'],
]

/** The same move for the chosen tenants; which were refused is listed with its reason. */
export function BatchActions({ selection }: { selection: Selection<Tenant> }) {
  const { t } = useTranslation()
  const [move, setMove] = useState<BatchMove | null>(null)
  return (
    <>
      {offered.map(([key, code]) => (
        <Permission key={key} codes={[`DMS_SERVER_ORGANIZATION_MANAGE_TENANT_${code}`]}>
          <Button danger={key === 'freeze'} onClick={() => setMove(key)}>
            {t(`tenants.${key}`)}
          </Button>
        </Permission>
      ))}
      {move !== null && <BatchDrawer move={move} selection={selection} onClose={() => setMove(null)} />}
    </>
  )
}

interface Values {
  reason: string
  day: string
}

function BatchDrawer(props: { move: BatchMove; selection: Selection<Tenant>; onClose: () => void }) {
  const { t } = useTranslation()
  const { move, selection } = props
  const run = useBatch()
  const title = t(`tenants.batchTitle.${move}`, { count: selection.ids.length })
  return (
    <FormDrawer<Values>
      title={title}
      open
      onClose={props.onClose}
      initialValues={{ reason: '', day: move === 'extend' ? dayIn(15) : '' }}
      submitText={t(`tenants.${move}`)}
      savedText={false}
      onSubmit={async (values) => {
        await run(move, title, selection.ids, values)
        selection.clear()
      }}
    >
      <p>{t(`tenants.${move}Means`)}</p>
      <Names rows={selection.rows} />
      {(move === 'convert' || move === 'extend') && <EndField needed={move === 'extend'} />}
      {(move === 'freeze' || move === 'extend') && <ReasonField required={move === 'freeze'} />}
      {move === 'thaw' && (
        <Form.Item name="reason" hidden>
          <Input />
        </Form.Item>
      )}
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
  const convert = useAct('POST /api/v1/auth/tenant/batch/convert', options)
  const extend = useAct('POST /api/v1/auth/tenant/batch/extend', options)
  const act = (move: BatchMove, ids: readonly string[], { reason, day }: Values) => {
    const companyIds = [...ids]
    switch (move) {
      case 'freeze':
        return freeze.mutateAsync({ companyIds, reason })
      case 'thaw':
        return thaw.mutateAsync({ companyIds })
      case 'convert':
        return convert.mutateAsync({ companyIds, ...(day !== '' && { contractEndsAt: endOfDay(day) }) })
      case 'extend':
        return extend.mutateAsync({ companyIds, until: endOfDay(day), reason })
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
