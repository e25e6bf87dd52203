import type { ApprovalKind } from '@netward/contract/approval-values'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { ApprovalActs } from '../../ui/approval/approval-acts.tsx'
import { ApprovalFacts } from '../../ui/approval/approval-panel.tsx'
import { type Approval, approvalRead, approvalTones } from '../../ui/approval/approval.ts'
import { DetailPage, Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'

const pageOf: Record<ApprovalKind, (id: string) => string> = {
  change_order: paths.order,
  campaign: paths.upgrade,
  rollback: paths.upgrade,
  template: paths.template,
  service_report: paths.serviceReport,
}

/** One approval, also for those who may not see its subject: they decide by what it says. */
export function ApprovalPage() {
  const { approvalId = '' }: { approvalId?: string } = useParams({ strict: false })
  return <Detail key={approvalId} approvalId={approvalId} />
}

function Detail({ approvalId }: { approvalId: string }) {
  const { t } = useTranslation()
  const read = useApi(approvalRead, { approvalId })
  const approval = read.data
  useLiveReads(approvalRead, ['approval.changed'])
  return (
    <DetailPage
      title={approval?.title ?? t('shell.titles.approval')}
      path={paths.approval(approvalId)}
      back={paths.taskTodo}
      loading={approval === undefined}
      error={approval === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      tabs={
        approval === undefined
          ? []
          : [{ key: 'approval', label: '', content: <Content approval={approval} /> }]
      }
      {...(approval !== undefined && {
        status: (
          <StatusTag tone={approvalTones[approval.state]}>
            {t(`approvals.states.${approval.state}`)}
          </StatusTag>
        ),
        actions: <ApprovalActs approval={approval} />,
        facts: [
          { label: t('approvals.kind'), value: t(`approvals.kinds.${approval.kind}`) },
          { label: t('orders.company'), value: approval.companyName },
          {
            label: t('approvals.title'),
            value: (
              <RowLink to={pageOf[approval.kind](approval.subjectId)}>
                {t('approvals.open', { kind: t(`approvals.kinds.${approval.kind}`) })}
              </RowLink>
            ),
          },
        ],
      })}
    />
  )
}

function Content({ approval }: { approval: Approval }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('approvals.steps')}>
      <ApprovalFacts approval={approval} />
    </Panel>
  )
}
