/** Every unknown address. Without this route the router would log the whole URL with its query. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function UnknownPage() {
  return null;
}
