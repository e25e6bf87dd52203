/** P1 is the highest. */
export function Priority({ priority }: { priority: number }) {
  return <span className={`order-priority order-priority-${priority}`}>P{priority}</span>
}
