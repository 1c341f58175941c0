<?php
// The part of WordPress that a plugin uses to add a route.
define('ABSPATH', '/');
define('SUITABILITY_API_KEY', getenv('KEY_OF_WP_CONFIG'));

function add_action(string $hook, callable $act): void
{
    header('Content-Type: application/json; charset=UTF-8');
    if ($hook === 'rest_api_init') {
        $act();
    }
}

function register_rest_route(string $namespace, string $route, array $options): void
{
    $path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    if ($path === "/wp-json/$namespace$route" && $options['permission_callback'] === '__return_true') {
        $options['callback']();
    }
}

require __DIR__ . '/clock.php';
http_response_code(404);
