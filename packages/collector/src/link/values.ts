import type { MetricName } from '@netward/contract/metric-catalogue'
import type { MetricValue } from '@netward/contract/metric-batch'
import { summarise } from '@netward/contract/link-statistics'
import type { HttpFinding, LinkResult } from '@netward/contract/link-tests'

/** A test that could not be tried says nothing of the line. */
export const isMeasured = ({ problem }: LinkResult): boolean =>
  problem !== 'not_allowed' && problem !== 'no_means'

/**
 * What is stored of a result: its figures, under the key of its target.
 * @param jitterBefore of that target
 */
export function valuesOf(
  result: LinkResult,
  jitterBefore: number | null,
): { readonly values: readonly MetricValue[]; readonly jitter: number | null } {
  const { kind, key, passed } = result
  const values: MetricValue[] = []
  let jitter = jitterBefore
  const add = (metric: MetricName, value: number | null | undefined) => {
    if (value != null) values.push([metric, key, value])
  }
  if (!isMeasured(result)) return { values, jitter }
  switch (kind) {
    case 'icmp': {
      const { loss, rtt, mos, ...summary } = summarise(result.times ?? [], jitterBefore)
      // Of packets that all were lost, or of a name that nobody knows, nothing is known but that.
      add('line_loss', loss)
      if (rtt !== null) {
        add('line_rtt_min', rtt.min)
        add('line_rtt_q25', rtt.q25)
        add('line_rtt_median', rtt.median)
        add('line_rtt_q75', rtt.q75)
        add('line_rtt_p95', rtt.p95)
        add('line_rtt_max', rtt.max)
        add('line_rtt_avg', rtt.avg)
        add('line_jitter', summary.jitter)
        add('line_mos', mos)
      }
      jitter = summary.jitter
      break
    }
    case 'tcp':
      add('line_tcp_connect_time', result.time)
      add('line_test_passed', passed ? 1 : 0)
      break
    case 'dns':
      add('line_dns_time', result.time)
      add('line_test_passed', passed ? 1 : 0)
      break
    case 'http':
      addHttp(result.http, add)
      add('line_test_passed', passed ? 1 : 0)
      break
    case 'throughput':
      if (result.throughput?.direction === 'down')
        add('line_throughput_down', result.throughput.bitsPerSecond)
      else add('line_throughput_up', result.throughput?.bitsPerSecond)
      break
    case 'traceroute':
      break
  }
  return { values, jitter }
}

function addHttp(
  http: HttpFinding | undefined,
  add: (metric: MetricName, value: number | null | undefined) => void,
): void {
  add('line_http_dns_time', http?.dns)
  add('line_http_connect_time', http?.connect)
  add('line_http_tls_time', http?.tls)
  add('line_http_first_byte_time', http?.firstByte)
  add('line_http_total_time', http?.total)
  add('line_http_status', http?.status)
  add('line_certificate_days', http?.certificateDays)
}
