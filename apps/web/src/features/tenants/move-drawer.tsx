import { Alert, Form, Input, Progress, Radio, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct, useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import './move-drawer.css'

const preview = 'GET /api/v1/auth/company/:companyId/move'
const targets = 'GET /api/v1/auth/company/:companyId/move/targets'

interface Props {
  /** The company to move; kept while the drawer closes. */
  readonly company: { readonly id: string; readonly name: string } | null
  readonly open: boolean
  readonly onClose: () => void
  /** The list shows the change. */
  readonly onMoved?: () => void
}

interface Values {
  what: 'all' | 'customers'
  parentId: string | undefined
  reason: string
}

const initialValues: Values = { what: 'all', parentId: undefined, reason: '' }

/** Moves to another MSP, or directly under the platform; the effects are shown first. */
export function MoveDrawer({ company, open, onClose, onMoved }: Props) {
  const { t } = useTranslation()
  const move = useAct('POST /api/v1/auth/company/:companyId/move', { errors: 'caller' })
  const leave = useAct('POST /api/v1/auth/company/:companyId/move/customers', { errors: 'caller' })
  const refresh = useRefreshReads()
  return (
    <FormDrawer<Values>
      title={t('companyMove.title', { name: company?.name ?? '' })}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('companyMove.submit')}
      savedText={t('companyMove.done')}
      onSubmit={async ({ what, parentId, reason }) => {
        const act = what === 'all' ? move : leave
        await act.mutateAsync({ companyId: company?.id ?? '', parentId: parentId ?? '', reason })
        await refresh(preview)
        onMoved?.()
      }}
    >
      {company !== null && open && <Fields companyId={company.id} />}
    </FormDrawer>
  )
}

function Fields({ companyId }: { companyId: string }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const form = Form.useFormInstance<Values>()
  const parentId = Form.useWatch('parentId', form)
  const what = Form.useWatch('what', form) ?? 'all'
  // Events of the move were missed while the drawer was closed.
  const now = useApi(preview, { companyId }, { staleTime: 0 })
  const offered = useApi(
    targets,
    { companyId, search: useDeferredValue(search.trim()) },
    { keepPrevious: true },
  )
  useLiveReads(preview, ['company.changed'])
  const found = now.data
  return (
    <>
      <p className="quiet">{t('companyMove.hint')}</p>
      {found !== undefined && <LastMove found={found} />}
      <p>
        <span className="quiet">{t('companyMove.current')}</span> {found?.parentName ?? '…'}
      </p>
      <Form.Item
        name="what"
        label={t('companyMove.what')}
        hidden={found === undefined || found.kind !== 'middleman' || found.children === 0}
      >
        <Radio.Group
          className="move-what"
          options={[
            { value: 'all', label: t('companyMove.whatAll') },
            { value: 'customers', label: t('companyMove.whatCustomers') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="parentId"
        label={t('companyMove.target')}
        rules={[{ required: true, message: t('companyMove.targetEmpty') }]}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: setSearch }}
          loading={offered.isFetching}
          placeholder={t('companyMove.targetPlaceholder')}
          options={(offered.data ?? [])
            // Its current parent; its descendants may still be moved there.
            .filter(({ id }) => what === 'customers' || id !== found?.parentId)
            .map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
        />
      </Form.Item>
      {parentId !== undefined && <Changes companyId={companyId} parentId={parentId} what={what} />}
      <Form.Item
        name="reason"
        label={t('companyMove.reason')}
        extra={t('companyMove.reasonHint')}
        rules={[{ required: true, whitespace: true, message: t('companyMove.reasonEmpty') }]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </>
  )
}

function Changes({
  companyId,
  parentId,
  what,
}: {
  companyId: string
  parentId: string
  what: Values['what']
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useApi(preview, { companyId, parentId })
  if (data === undefined) return null
  const all = what === 'all'
  const people = all ? data.losing.filter((one) => one.people > 0) : []
  return (
    <section className="move-changes" aria-labelledby="move-changes">
      <h2 id="move-changes">{t('companyMove.changes')}</h2>
      <ul>
        {!all && <li>{t('companyMove.children', { count: data.children })}</li>}
        <li>
          {t('companyMove.gateways', { count: data.gateways, formatted: format.number(data.gateways) })}
        </li>
        {all && <li>{t('companyMove.members', { count: data.members })}</li>}
        {all && data.below > 0 && <li>{t('companyMove.below', { count: data.below })}</li>}
        {people.map((one) => (
          <li key={one.name} className="move-loss">
            {t('companyMove.losing', { name: one.name, count: one.people })}
          </li>
        ))}
        {all && people.length === 0 && <li>{t('companyMove.losingNobody')}</li>}
        {all && data.wallScreens > 0 && (
          <li className="move-loss">{t('companyMove.wallScreens', { count: data.wallScreens })}</li>
        )}
        {all && data.sharingKeys > 0 && (
          <li className="move-loss">{t('companyMove.sharingKeys', { count: data.sharingKeys })}</li>
        )}
        <li>{t('companyMove.roles')}</li>
        <li>{t('companyMove.licences')}</li>
      </ul>
    </section>
  )
}

type Found = NonNullable<ReturnType<typeof useApi<typeof preview>>['data']>

/** Progress of the previous move: its gateways follow in batches. */
function LastMove({ found: { last, leaving } }: { found: Found }) {
  const { t } = useTranslation()
  return (
    <>
      {leaving > 0 && <Alert type="info" showIcon title={t('companyMove.leaving', { count: leaving })} />}
      {last?.state === 'failed' && (
        <Alert
          type="error"
          showIcon
          title={t('companyMove.failed', {
            reason: t(`errors.${last.failure ?? ''}` as 'errors.company.moving'),
          })}
        />
      )}
      {(last?.state === 'moving' || last?.state === 'waiting') && (
        <output className="move-progress">
          {t('companyMove.moving', { name: last.toName, moved: last.moved, devices: last.devices })}
          <Progress percent={last.devices === 0 ? 0 : Math.floor((100 * last.moved) / last.devices)} />
        </output>
      )}
      {last?.state === 'done' && <p className="quiet">{t('companyMove.finished', { name: last.toName })}</p>}
    </>
  )
}
