import type { ApprovalStanding } from '@netward/contract/approval-values'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Panel } from '../detail-page.tsx'
import { FormDrawer } from '../form-drawer.tsx'
import { StatusTag } from '../status-tag.tsx'
import { ApprovalActs } from './approval-acts.tsx'
import { ApprovalSteps } from './approval-steps.tsx'
import { type Approval, approvalTones, measureText } from './approval.ts'
import './approval-panel.css'

/**
 * The approval of what the page shows: whether it is needed, its steps, and what the reader can do. Nothing while none is needed
 * and none was asked for. `onAsk` is absent for those who cannot ask.
 */
export function ApprovalPanel(props: {
  approval: Approval | null
  standing: ApprovalStanding
  /** Absent: the page has only one. */
  title?: string
  onAsk?: ((note: string) => Promise<unknown>) | undefined
}) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { approval, standing, onAsk } = props
  if (standing === 'free' && approval === null) return null
  const mayAsk = onAsk !== undefined && (standing === 'needed' || standing === 'refused')
  return (
    <Panel
      title={props.title ?? t('approvals.title')}
      actions={
        mayAsk ? (
          <Button type="primary" onClick={() => setAsking(true)}>
            {t('approvals.ask')}
          </Button>
        ) : (
          approval !== null && <ApprovalActs approval={approval} />
        )
      }
    >
      <p className="approval-line">
        <StatusTag tone={approvalTones[standing]}>{t(`approvals.standings.${standing}`)}</StatusTag>
        {standing === 'needed' && <span className="quiet">{t('approvals.neededHint')}</span>}
        {standing === 'refused' && <span className="quiet">{t('approvals.refusedHint')}</span>}
      </p>
      {approval !== null && <ApprovalFacts approval={approval} />}
      {onAsk !== undefined && (
        <FormDrawer<{ note: string }>
          title={t('approvals.askTitle')}
          open={asking}
          onClose={() => setAsking(false)}
          initialValues={{ note: '' }}
          savedText={t('approvals.asked')}
          submitText={t('approvals.ask')}
          onSubmit={({ note }) => onAsk(note)}
        >
          <Form.Item name="note" label={t('approvals.askNote')}>
            <Input.TextArea maxLength={1000} autoSize={{ minRows: 3, maxRows: 10 }} />
          </Form.Item>
        </FormDrawer>
      )}
    </Panel>
  )
}

/** Who asked, for what, and the steps. */
export function ApprovalFacts({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { askedBy, askedAt, note } = approval
  const measure = measureText(t, approval)
  return (
    <>
      <p className="approval-line">
        <span>{t('approvals.askedBy', { name: askedBy, at: format.dateTime(askedAt) })}</span>
        {measure !== '' && <span>{measure}</span>}
        {note !== '' && <span className="quiet">{note}</span>}
      </p>
      <ApprovalSteps approval={approval} />
    </>
  )
}
