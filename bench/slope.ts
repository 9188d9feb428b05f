/** The straight line through points by least squares: how much it rises for each step of x, and the standard error of that. */
export function slope(points: { x: number; y: number }[]) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map(point => point.x)), mean(points.map(point => point.y))]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  const rise = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
  const rest = points.reduce((sum, point) => sum + (point.y - y - rise * (point.x - x)) ** 2, 0)
  return { rise, error: Math.sqrt(rest / (points.length - 2) / spread) }
}
