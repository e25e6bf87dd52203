import type { EndpointOutput } from '@netward/contract'
import { Button, Drawer, Input, Pagination, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useActing } from '../../lib/session.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { settingLine } from './setting.ts'
import { aboveList, factOf, linesOf } from './template.ts'
import './provisioning.css'

type Above = EndpointOutput<typeof aboveList>['items'][number]

/** What companies above apply here: readable, accepted where required, never editable. */
export function AboveDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer title={t('provisioning.above.title')} open={open} onClose={onClose} size={640} destroyOnHidden>
      <p className="provisioning-hint">{t('provisioning.above.hint')}</p>
      <List />
    </Drawer>
  )
}

const pageSize = 20

function List() {
  const { t } = useTranslation()
  const [{ page, search }, setAsked] = useState({ page: 1, search: '' })
  const read = useApi(aboveList, { page, pageSize, ...(search !== '' && { search }) }, { keepPrevious: true })
  if (read.data === undefined) {
    return <PendingState read={read} />
  }
  const { items, total } = read.data
  if (total === 0 && search === '') return <EmptyState title={t('provisioning.above.none')} />
  return (
    <>
      {(search !== '' || total > pageSize) && (
        <Input.Search
          allowClear
          maxLength={100}
          aria-label={t('provisioning.search')}
          placeholder={t('provisioning.search')}
          onSearch={(typed) => setAsked({ page: 1, search: typed.trim() })}
        />
      )}
      {items.length === 0 && <EmptyState title={t('provisioning.above.noneThat')} />}
      <ul className="provisioning-changes">
        {items.map((one) => (
          <li key={one.id}>
            <Template template={one} />
          </li>
        ))}
      </ul>
      {total > pageSize && (
        <Pagination
          simple
          current={page}
          pageSize={pageSize}
          total={total}
          onChange={(next) => setAsked({ page: next, search })}
        />
      )}
    </>
  )
}

function Template({ template }: { template: Above }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [shown, setShown] = useState(false)
  const { name, version: number, applies, ownerName, acceptedByName, acceptedAt } = template
  return (
    <article className="provisioning-above">
      <header>
        <strong>{name}</strong>
        <span>{t('provisioning.version', { number })}</span>
        <StatusTag tone={applies ? 'ok' : 'off'}>
          {applies ? t('provisioning.above.applies') : t('provisioning.above.waits')}
        </StatusTag>
      </header>
      <p className="provisioning-hint">
        {t('provisioning.above.owner', { name: ownerName })}
        {acceptedByName !== null &&
          acceptedAt !== null &&
          ` · ${t('provisioning.above.accepted', { name: acceptedByName, at: format.dateTime(acceptedAt) })}`}
      </p>
      {!applies && <p>{t('provisioning.above.waitsHint')}</p>}
      <div className="provisioning-bar">
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t('provisioning.above.says')}
        </Button>
        <Permission codes={['DMS_SERVER_DEVICE_TEMPLATE_EDIT']}>
          <Decision template={template} />
        </Permission>
      </div>
      {shown && <Says templateId={template.id} />}
    </article>
  )
}

function Decision({ template }: { template: Above }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const acting = useActing()
  const accept = useAct('POST /api/v1/device/template-above/:templateId/accept', { refresh: [aboveList] })
  const refuse = useAct('POST /api/v1/device/template-above/:templateId/refuse', { refresh: [aboveList] })
  const { id: templateId, name, version, applies, acceptedByName } = template
  if (applies && acceptedByName === null) return null
  const ask = applies
    ? {
        title: t('provisioning.above.refuseQuestion', { name }),
        text: t('provisioning.above.refuseText'),
        action: t('provisioning.above.refuse'),
        act: () => refuse.mutateAsync({ templateId }),
      }
    : {
        title: t('provisioning.above.acceptQuestion', { name, number: version }),
        text: t('provisioning.applyText'),
        action: t('provisioning.above.accept'),
        danger: false,
        act: () => accept.mutateAsync({ templateId, version }),
      }
  return (
    <Tooltip title={acting === null ? undefined : t('provisioning.above.onlyOwn')}>
      <Button
        type={applies ? 'default' : 'primary'}
        danger={applies}
        disabled={acting !== null}
        onClick={() => void confirm(ask)}
      >
        {ask.action}
      </Button>
    </Tooltip>
  )
}

function Says({ templateId }: { templateId: string }) {
  const { t } = useTranslation()
  const read = useApi('GET /api/v1/device/template-above/:templateId', { templateId })
  if (read.data === undefined) {
    return <PendingState read={read} />
  }
  return (
    <ul className="provisioning-changes mono">
      {linesOf(read.data, factOf(t), (setting) => settingLine(t, setting)).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
