# What ruby-kubeclient does to a server: prints one JSON object a line, a fact each.
#
# Usage: ruby-client.rb KUBECONFIG

require 'json'
require 'kubeclient'

NAMESPACE = 'default'.freeze

def fact(name, value)
  puts JSON.generate(fact: name, value: value)
  $stdout.flush
end

context = Kubeclient::Config.read(ARGV[0]).context
options = { ssl_options: context.ssl_options, auth_options: context.auth_options }
core = Kubeclient::Client.new(context.api_endpoint, 'v1', **options)
apps = Kubeclient::Client.new("#{context.api_endpoint}/apis/apps", 'v1', **options)

fact 'nodes', core.get_nodes.map { |node| node.metadata.name }

core.create_config_map(
  Kubeclient::Resource.new(metadata: { name: 'rb', namespace: NAMESPACE }, data: { a: 'b' })
)
fact 'strategic', core.patch_config_map('rb', { data: { c: 'd' } }, NAMESPACE).data.to_h
fact 'merge', core.merge_patch_config_map('rb', { data: { c: nil } }, NAMESPACE).data.to_h
selected = core.get_config_maps(namespace: NAMESPACE, field_selector: 'metadata.name=rb')
fact 'list', selected.map { |item| item.metadata.name }
fact 'delete', core.delete_config_map('rb', NAMESPACE).status
begin
  core.get_config_map('rb', NAMESPACE)
rescue Kubeclient::ResourceNotFoundError => e
  fact 'gone', [e.error_code, e.message]
end

version = apps.get_daemon_sets(namespace: NAMESPACE).resourceVersion
apps.create_daemon_set(
  Kubeclient::Resource.new(
    metadata: { name: 'rb', namespace: NAMESPACE },
    spec: {
      selector: { matchLabels: { app: 'rb' } },
      template: {
        metadata: { labels: { app: 'rb' } },
        spec: { containers: [{ name: 'a', image: 'example.com/a:1' }] }
      }
    }
  )
)
seen = []
ready = nil
watcher = apps.watch_daemon_sets(namespace: NAMESPACE, resource_version: version)
watcher.each do |notice|
  seen << notice.type
  status = notice.object.status
  if ready.nil? && status.numberAvailable == 2
    ready = [status.desiredNumberScheduled, status.numberReady]
    background = Kubeclient::Resource.new(propagationPolicy: 'Background')
    apps.delete_daemon_set('rb', NAMESPACE, delete_options: background)
  end
  watcher.finish if notice.type == 'DELETED'
end
fact 'ready', ready
fact 'watch', [seen.first, seen.last]
page = core.get_nodes(limit: 1)
fact 'page', page.map { |node| node.metadata.name }
fact 'next page', core.get_nodes(limit: 1, continue: page.continue).map { |node| node.metadata.name }
