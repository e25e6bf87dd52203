import { PlusOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState, PendingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { RuleDrawer } from './rule-drawer.tsx'
import { useRuleSentence } from './rule-sentence.ts'
import { PublishActs } from './publish-acts.tsx'
import { SeverityTag } from '../../ui/severity-tag.tsx'
import { useRuleName } from '../../lib/use-rule-name.ts'
import { ConfirmUpdate, UpdatedNote, UpdatedTag } from './updated-rule.tsx'
import { WatchedDrawer } from './watched-drawer.tsx'
import './alarms.css'
import '../../ui/list-page.css'

const list = 'GET /monitor/api/v1/alarm/rules'
export type AlarmRule = EndpointOutput<typeof list>[number]

export function RuleList() {
  return useMay('DMS_SERVER_ALARM') ? <List /> : <NoPermissionState />
}

/** The alarm rules of the company acted in, as sentences. */
function List() {
  const { t } = useTranslation()
  const { companyName } = useCompanyScope()
  const mayEdit = useMay('DMS_SERVER_ALARM_RULE')
  const read = useApi(list, {})
  const [editing, setEditing] = useState<AlarmRule | 'new' | null>(null)
  const [watched, setWatched] = useState<AlarmRule | null>(null)
  return (
    <section className="list-page">
      <header className="list-head">
        <h1>{t('shell.titles.alarmRules')}</h1>
        <div className="list-actions">
          {mayEdit && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
              {t('alarms.rules.add')}
            </Button>
          )}
        </div>
      </header>
      <p className="quiet">{t('alarms.rules.hint', { company: companyName })}</p>
      <div className="list-card alarm-rules">
        {read.data === undefined ? (
          <PendingState read={read} rows={8} />
        ) : (
          read.data.map((rule) => (
            <Rule
              key={rule.key}
              rule={rule}
              mayEdit={mayEdit}
              onEdit={() => setEditing(rule)}
              onWatched={() => setWatched(rule)}
            />
          ))
        )}
      </div>
      <RuleDrawer
        rule={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
      <WatchedDrawer rule={watched} onClose={() => setWatched(null)} />
    </section>
  )
}

interface RuleProps {
  rule: AlarmRule
  mayEdit: boolean
  onEdit: () => void
  onWatched: () => void
}

function Rule({ rule, mayEdit, onEdit, onWatched }: RuleProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const sentence = useRuleSentence()
  const ruleName = useRuleName()
  const { definition, original, enabled, active } = rule
  const { when, where } = sentence(definition, rule.outletNames)
  const name = ruleName(rule.key, rule.name)
  const before = original === null ? null : sentence(original, [])
  return (
    <article className={enabled ? 'alarm-rule' : 'alarm-rule alarm-rule-off'}>
      <div className="alarm-rule-text">
        <div className="alarm-rule-name">
          <strong>{name}</strong>
          <SeverityTag severity={definition.severity} />
          {rule.shipped && <StatusTag tone="off">{t('alarms.rules.shipped')}</StatusTag>}
          {rule.shipped && original !== null && (
            <StatusTag tone="busy">{t('alarms.rules.changed')}</StatusTag>
          )}
          {rule.shippedNewer && <StatusTag tone="warn">{t('alarms.rules.shippedNewer')}</StatusTag>}
          {rule.fromAbove !== null && (
            <>
              <StatusTag tone="off">
                {t('alarms.rules.fromAbove', { company: rule.fromAbove.companyName })}
              </StatusTag>
              <StatusTag tone={rule.fromAbove.follows ? 'ok' : 'warn'}>
                {t(rule.fromAbove.follows ? 'alarms.rules.follows' : 'alarms.rules.detached')}
              </StatusTag>
            </>
          )}
          {rule.published !== null && (
            <StatusTag tone="busy">{t('alarms.rules.published', { ...rule.published })}</StatusTag>
          )}
          {!rule.notified && enabled && !rule.watch && (
            <StatusTag tone="warn">{t('alarms.rules.notNotified')}</StatusTag>
          )}
          {definition.order !== 'none' && enabled && !rule.watch && (
            <StatusTag tone="busy">{t(`alarms.rules.orderTag.${definition.order}`)}</StatusTag>
          )}
          <UpdatedTag rule={rule} onWatched={onWatched} />
          {rule.watch && enabled && (
            <>
              <StatusTag tone="busy">
                {rule.watchUntil === null
                  ? t('alarms.rules.watching')
                  : t('alarms.rules.watchingUntil', { at: format.dateTime(rule.watchUntil) })}
              </StatusTag>
              <Button type="link" size="small" onClick={onWatched}>
                {t('alarms.rules.watchedCount', { count: rule.watched })}
              </Button>
            </>
          )}
          {active > 0 && (
            <RowLink to={`${paths.alarms}?rule=${encodeURIComponent(rule.key)}`}>
              {t('alarms.rules.active', { count: active })}
            </RowLink>
          )}
        </div>
        <p>
          {when} <span className="quiet">· {where}</span>
        </p>
        <UpdatedNote rule={rule} />
        {before !== null && original !== null && (
          <p className="quiet">
            {rule.fromAbove === null
              ? t('alarms.rules.originally', {
                  sentence: before.when,
                  severity: t(`alarms.severities.${original.severity}`),
                })
              : t('alarms.rules.publishedAs', {
                  company: rule.fromAbove.companyName,
                  sentence: before.when,
                  severity: t(`alarms.severities.${original.severity}`),
                })}
          </p>
        )}
        {rule.editedAt !== null && rule.editedBy !== null && (
          <p className="quiet">
            {t('alarms.rules.editedBy', { name: rule.editedBy, at: format.dateTime(rule.editedAt) })}
          </p>
        )}
      </div>
      {mayEdit && <RuleActs rule={rule} name={name} onEdit={onEdit} />}
    </article>
  )
}

function RuleActs({ rule, name, onEdit }: { rule: AlarmRule; name: string; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const edit = useAct('PUT /monitor/api/v1/alarm/rules/:key', { refresh: [list] })
  const reset = useAct('POST /monitor/api/v1/alarm/rules/:key/reset', { refresh: [list] })
  const remove = useAct('DELETE /monitor/api/v1/alarm/rules/:key', { refresh: [list] })
  const { key, enabled, watch, definition, active } = rule
  const toggle = (on: boolean) => {
    const act = () => edit.mutateAsync({ key, enabled: on, watch, definition })
    if (on) return void act().catch(() => undefined)
    void confirm({
      title: t('alarms.rules.offTitle', { name }),
      text: t('alarms.rules.offText', { count: active }),
      action: t('alarms.rules.off'),
      act,
    })
  }
  return (
    <>
      <Switch
        aria-label={t('alarms.rules.enabledOf', { name })}
        checked={enabled}
        loading={edit.isPending}
        onChange={toggle}
      />
      <ConfirmUpdate rule={rule} name={name} />
      {watch && enabled && (
        <Button
          onClick={() =>
            void confirm({
              title: t('alarms.rules.raiseTitle', { name }),
              text: t('alarms.rules.raiseText', { count: rule.watched }),
              action: t('alarms.rules.raiseAct'),
              danger: false,
              act: () => edit.mutateAsync({ key, enabled, watch: false, definition }),
            })
          }
        >
          {t('alarms.rules.raiseAct')}
        </Button>
      )}
      <Button onClick={onEdit}>{t('common.edit')}</Button>
      <PublishActs rule={rule} name={name} />
      {rule.shipped && rule.original !== null && (
        <Button
          onClick={() =>
            void confirm({
              title: t('alarms.rules.resetTitle', { name }),
              text: t('alarms.rules.resetText'),
              action: t('alarms.rules.reset'),
              danger: false,
              act: () => reset.mutateAsync({ key }),
            })
          }
        >
          {t('alarms.rules.reset')}
        </Button>
      )}
      {!rule.shipped && rule.fromAbove === null && (
        <Button
          danger
          onClick={() =>
            void confirm({
              title: t('alarms.rules.deleteTitle', { name }),
              text: t('alarms.rules.offText', { count: active }),
              action: t('common.delete'),
              act: () => remove.mutateAsync({ key }),
            })
          }
        >
          {t('common.delete')}
        </Button>
      )}
    </>
  )
}
