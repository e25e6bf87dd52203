import { contentRepo, type RequestRow, type TerminalRow, type VisitRow } from './content.repo.ts'
import { atOnce, inBatches } from './in-batches.ts'
import type { PackSheet, SheetSource } from './pack-sheet.ts'
import { roleName } from './role-sheets.ts'

/** Who of the companies above may act inside: their administrators now, and grants in force within the period. */
export function accessSheet({ read, pack, words }: SheetSource): PackSheet {
  const { t, time } = words
  return {
    heading: ['company', 'name', 'account', 'status', 'basis', 'role', 'since', 'until', 'givenBy'].map(
      (key) => t(`auditPacks.access.${key}`),
    ),
    batches: atOnce(
      () => read((inside) => contentRepo.access(inside, pack)),
      (row) => [
        row.companyName,
        row.name,
        row.account,
        t(`auditPacks.statuses.${row.status}`),
        t(`auditPacks.access.bases.${row.isGranted ? 'grant' : 'administrator'}`),
        row.builtIn === null ? row.roleName : roleName(words, row.builtIn),
        time(row.since),
        time(row.until),
        row.givenBy,
      ],
    ),
  }
}

/** When people from above were inside. */
export function visitSheet({ read, pack, words: { t, time } }: SheetSource): PackSheet {
  return {
    heading: ['company', 'name', 'began', 'lastSeen', 'ended'].map((key) => t(`auditPacks.access.${key}`)),
    batches: inBatches(
      (last: VisitRow | undefined) => read((inside) => contentRepo.visits(inside, pack, last?.id ?? '0')),
      (row) => [[row.companyName, row.name, time(row.beganAt), time(row.lastSeenAt), time(row.endedAt)]],
    ),
  }
}

/** Who asked to enter, or entered in an emergency. */
export function requestSheet({ read, pack, words: { t, time } }: SheetSource): PackSheet {
  return {
    heading: ['company', 'name', 'how', 'state', 'reason', 'asked', 'decided', 'decidedBy', 'until'].map(
      (key) => t(`auditPacks.access.${key}`),
    ),
    batches: inBatches(
      (last: RequestRow | undefined) => read((inside) => contentRepo.requests(inside, pack, last?.id ?? '0')),
      (row) => [
        [
          row.companyName,
          row.name,
          t(`acting.requests.hows.${row.how}`),
          t(`acting.requests.states.${row.state}`),
          row.reason,
          time(row.askedAt),
          time(row.decidedAt),
          row.decidedBy,
          time(row.until),
        ],
      ],
    ),
  }
}

export function terminalSheet({ read, pack, words: { t, time, named } }: SheetSource): PackSheet {
  return {
    heading: [
      t('terminals.device'),
      t('terminals.person'),
      t('auditPacks.terminals.company'),
      t('terminals.from'),
      t('terminals.reason'),
      t('terminals.protocolLabel'),
      t('terminals.username'),
      t('terminals.stateLabel'),
      t('terminals.outcomeLabel'),
      t('auditPacks.terminals.endedBy'),
      t('auditPacks.terminals.decidedBy'),
      t('terminals.createdAt'),
      t('auditPacks.terminals.startedAt'),
      t('terminals.endedAt'),
      t('auditPacks.terminals.recorded'),
    ],
    batches: inBatches(
      (last: TerminalRow | undefined) =>
        read((inside) => contentRepo.terminals(inside, pack, last?.id ?? '0')),
      (row) => [
        [
          row.device,
          row.person,
          row.fromOutside ? (row.companyName ?? t('terminals.outside')) : null,
          row.address,
          row.reason,
          row.protocol.toUpperCase(),
          row.username,
          t(`terminals.state.${row.state}`),
          row.outcome === null ? null : named(`terminals.outcome.${row.outcome}`, row.outcome),
          row.endedBy,
          row.decidedBy,
          time(row.createdAt),
          time(row.startedAt),
          time(row.endedAt),
          Math.ceil(row.recordedBytes / 1024),
        ],
      ],
    ),
  }
}
