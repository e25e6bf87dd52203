import type { EndpointKey, EndpointOutput } from '@netward/contract'
import {
  shippedTemplate,
  type TemplateForm,
  templateForms,
  templateLanguages,
} from '@netward/contract/notice-template-values'
import { type NoticeEvent, noticeEvents } from '@netward/contract/notice-values'
import { Form, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { DetailPage, Panel } from '../../ui/detail-page.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { TemplateEditor } from './template-editor.tsx'
import './notices.css'

export const templateList = 'GET /api/v1/notice/template' satisfies EndpointKey
type Stored = EndpointOutput<typeof templateList>[number]

export interface TemplatePlace {
  readonly event: NoticeEvent
  readonly form: TemplateForm
  readonly language: 'zh' | 'en'
}

export function TemplatePage() {
  return useMay('DMS_SERVER_ALARM_RULE') ? <Page /> : <NoPermissionState />
}

/** What messages about alarms say: the shipped texts, and those of the company in their place. */
function Page() {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useApi(templateList, {})
  return (
    <DetailPage
      title={t('shell.titles.noticeTemplates')}
      path={paths.noticeTemplates}
      back={paths.noticeRules}
      subtitle={t('notices.templates.hint')}
      loading={data === undefined}
      error={data === undefined ? error : null}
      onRetry={() => void refetch()}
      tabs={
        data === undefined
          ? []
          : [
              {
                key: 'text',
                label: '',
                content: <Texts stored={data} language={i18n.language.startsWith('zh') ? 'zh' : 'en'} />,
              },
            ]
      }
    />
  )
}

function Texts({ stored, language }: { stored: readonly Stored[]; language: 'zh' | 'en' }) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<TemplatePlace>({ event: 'raised', form: 'mail', language })
  const ownOf = (one: TemplatePlace) =>
    stored.find(
      ({ event, form, language: written }) =>
        event === one.event && form === one.form && written === one.language,
    ) ?? null
  const own = ownOf(place)
  const mark = (one: TemplatePlace, label: string) =>
    ownOf(one) === null ? label : t('notices.templates.changedOf', { name: label })
  return (
    <Panel
      title={t('notices.templates.text')}
      actions={
        <StatusTag tone={own === null ? 'off' : 'ok'}>
          {t(own === null ? 'notices.templates.shipped' : 'notices.templates.own')}
        </StatusTag>
      }
    >
      <Form layout="vertical" className="notice-template-place">
        <Form.Item label={t('notices.event')} htmlFor="template-event">
          <Select
            id="template-event"
            value={place.event}
            onChange={(event) => setPlace({ ...place, event })}
            options={noticeEvents.map((event) => ({
              value: event,
              label: mark({ ...place, event }, t(`notices.events.${event}`)),
            }))}
          />
        </Form.Item>
        <Form.Item label={t('notices.channel')}>
          <Segmented
            value={place.form}
            onChange={(form) => setPlace({ ...place, form })}
            options={templateForms.map((form) => ({
              value: form,
              label: mark({ ...place, form }, t(`integrations.kinds.${form}`)),
            }))}
          />
        </Form.Item>
        <Form.Item label={t('notices.templates.language')}>
          <Segmented
            value={place.language}
            onChange={(chosen) => setPlace({ ...place, language: chosen })}
            options={templateLanguages.map((one) => ({
              value: one,
              label: mark({ ...place, language: one }, t(`notices.templates.languages.${one}`)),
            }))}
          />
        </Form.Item>
      </Form>
      <TemplateEditor
        key={`${place.event}/${place.form}/${place.language}/${own?.editedAt ?? ''}`}
        place={place}
        stored={own}
        text={own ?? shippedTemplate(place.event)}
      />
    </Panel>
  )
}
